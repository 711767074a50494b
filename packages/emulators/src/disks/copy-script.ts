/**
 * Puts the files of an uploaded archive in place. Its variables: ARCHIVE, SOURCE (a path or pattern in the archive), TARGET, OWNER, MODE (may
 * be empty).
 *
 * As container builds do it: of a directory, the contents are copied; several files, and one whose target is a directory or ends in a slash,
 * are copied into the target; a single other file becomes the target.
 *
 * Success never calls `exit`: that would run what the user's home has for the end of a login shell.
 */
export const copyScript = `set -e
shopt -s dotglob nullglob globstar
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked" "$ARCHIVE"' EXIT
tar --no-same-owner -xf "$ARCHIVE" -C "$unpacked"
chown -hR "$OWNER" "$unpacked"
if [ -n "$MODE" ]; then find "$unpacked" -mindepth 1 ! -type l -exec chmod "$MODE" {} +; fi
cd "$unpacked"
IFS=
found=( $SOURCE )
[ -e "$SOURCE" ] || [ -L "$SOURCE" ] && found=( "$SOURCE" )
if [ \${#found[@]} -eq 0 ]; then echo "COPY: no file matches '$SOURCE'" >&2; exit 1; fi
make_directory() {
  [ -d "$1" ] && return
  mkdir -p "$1"
  chown "$OWNER" "$1"
}
first=\${found[0]}
if [ \${#found[@]} -eq 1 ] && [ ! -d "$first" -o -L "$first" ] && [ ! -d "$TARGET" ] && [ "\${TARGET%/}" = "$TARGET" ]; then
  make_directory "$(dirname "$TARGET")"
  cp -a "$first" "$TARGET"
else
  make_directory "$TARGET"
  for file in "\${found[@]}"; do
    if [ -d "$file" ] && [ ! -L "$file" ]; then cp -a "$file/." "$TARGET/"; else cp -a "$file" "$TARGET/"; fi
  done
fi
`
