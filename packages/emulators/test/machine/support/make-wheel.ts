/** A program in Python that makes a Python package: an archive with files about it, which need not say much. */
export const makeWheel = `
import zipfile
info = "tiny_python-1.0.dist-info/"
wheel = zipfile.ZipFile("tiny_python-1.0-py3-none-any.whl", "w")
wheel.writestr("tiny_python.py", "print(\\"python works\\")")
wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: tiny-python\\nVersion: 1.0\\n")
wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
wheel.writestr(info + "RECORD", "")
wheel.close()
`
