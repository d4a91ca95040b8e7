// Placeholder translation unit, replaced by the folder's first source.
