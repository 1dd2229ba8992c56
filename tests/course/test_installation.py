from kernellab.course import installation


def test_a_right_installation_says_so(capsys):
    installation.check_installation()
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith("✓") for line in lines[:-1])
    assert lines[-1] == "Everything is in place."


def test_a_missing_package_is_named_with_a_remedy(capsys, monkeypatch):
    monkeypatch.setattr(
        installation,
        "requires",
        lambda name: ["numpy>=99", "no-such-package>=1", "other; extra == 'dev'"],
    )
    installation.check_installation()
    said = capsys.readouterr().out
    assert "✗ the packages" in said
    assert "wanted >=99" in said
    assert "no-such-package is missing" in said
    assert "other" not in said
    assert "pip install" in said
    assert said.rstrip().endswith("see the lines with ✗.")
