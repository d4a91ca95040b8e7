"""Checks a JSON Schema, then documents against it, with the jsonschema package (Debian: python3-jsonschema).

usage: validate.py SCHEMA GOOD BAD
GOOD is a list of documents the schema must accept; BAD has a "document" and "patches", a list of [path, value]: with each
value put at its path (a list of keys and indices) the schema must refuse the document. Prints what went wrong; exits with 1.
"""

import copy
import json
import sys

import jsonschema


def patched(document, path, value):
    document = copy.deepcopy(document)
    at = document
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return document


def main():
    schema, good, bad = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:4])
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = []
    for number, document in enumerate(good):
        for error in validator.iter_errors(document):
            failures.append(f"document {number} refused at {error.json_path}: {error.message[:200]}")
    for path, value in bad["patches"]:
        if validator.is_valid(patched(bad["document"], path, value)):
            failures.append(f"accepted {value} at {path}")
    print("\n".join(failures))
    sys.exit(1 if failures else 0)


main()
