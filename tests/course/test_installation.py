import builtins

from kernellab.course import installation


def test_a_missing_package_is_named_with_a_remedy(capsys, monkeypatch):
    wanted = ["numpy>=99", "no-such-package>=1", "other; extra == 'dev'"]
    monkeypatch.setattr(installation, "requires", lambda name: wanted)
    installation.check_installation()
    said = capsys.readouterr().out
    assert "✗ the packages" in said
    assert "wanted >=99" in said
    assert "no-such-package is missing" in said
    assert "other" not in said
    assert "pip install" in said
    assert said.rstrip().endswith("see the lines with ✗.")


def test_a_broken_installation_is_reported_and_not_met(monkeypatch, capsys):
    real = builtins.__import__

    def broken(name, *args, **kwargs):
        if name.startswith("sklearn"):
            raise ModuleNotFoundError("No module named 'sklearn'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", broken)
    installation.check_installation()
    said = capsys.readouterr().out
    fit = "✗ a kernel ridge fit, equal to scikit-learn's"
    assert f"{fit}: No module named 'sklearn'" in said
    assert said.endswith("see the lines with ✗.\n")
