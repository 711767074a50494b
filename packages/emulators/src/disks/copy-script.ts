/**
 * Puts files of uploaded archives in place. Its variables: ARCHIVES (paths with a space between them), SOURCE (a path or pattern in the
 * archives), TARGET, and those that may be empty: OWNER, MODE, KEEP (the archives are not removed), EXTRACT (a source that is an archive
 * itself is unpacked into the target).
 *
 * As container builds do it: of a directory, the contents are copied; several files, and one whose target is a directory or ends in a slash,
 * are copied into the target; a single other file becomes the target.
 *
 * Success never calls `exit`: that would run what the user's home has for the end of a login shell.
 */
export const copyScript = `set -e
shopt -s dotglob nullglob globstar
archives=( $ARCHIVES )
unpacked=$(mktemp -d)
chmod 755 "$unpacked"
trap 'rm -rf "$unpacked"; [ -n "$KEEP" ] || rm -f "\${archives[@]}"' EXIT
for archive in "\${archives[@]}"; do tar --no-same-owner -xf "$archive" -C "$unpacked"; done
give() { [ -z "$OWNER" ] || chown "$@"; }
give -hR "$OWNER" "$unpacked"
if [ -n "$MODE" ]; then find "$unpacked" -mindepth 1 ! -type l -exec chmod "$MODE" {} +; fi
cd "$unpacked"
IFS=
found=( $SOURCE )
[ -e "$SOURCE" ] || [ -L "$SOURCE" ] && found=( "$SOURCE" )
if [ \${#found[@]} -eq 0 ]; then echo "COPY: no file matches '$SOURCE'" >&2; exit 1; fi
make_directory() {
  [ -d "$1" ] && return
  mkdir -p "$1"
  give "$OWNER" "$1"
}
first=\${found[0]}
if [ -n "$EXTRACT" ] && [ \${#found[@]} -eq 1 ] && [ -s "$first" ] && [ -f "$first" ] && tar -tf "$first" > /dev/null 2>&1; then
  make_directory "$TARGET"
  tar -xf "$first" -C "$TARGET"
elif [ \${#found[@]} -eq 1 ] && [ ! -d "$first" -o -L "$first" ] && [ ! -d "$TARGET" ] && [ "\${TARGET%/}" = "$TARGET" ]; then
  make_directory "$(dirname "$TARGET")"
  cp -a "$first" "$TARGET"
else
  make_directory "$TARGET"
  for file in "\${found[@]}"; do
    if [ -d "$file" ] && [ ! -L "$file" ]; then cp -a "$file/." "$TARGET/"; else cp -a "$file" "$TARGET/"; fi
  done
fi
`
