import { access, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** What programs read, and where it is made of these with `update-ca-certificates`. */
const bundle = 'etc/ssl/certs/ca-certificates.crt'
const additions = 'usr/local/share/ca-certificates'

/** Writes what makes programs trust these certificates, beside what this computer trusts. `makeDirectories` makes them below the layer. */
export async function trustCertificates(
  layer: string,
  certificates: readonly string[],
  makeDirectories: (directory: string) => Promise<void>,
): Promise<void> {
  if (certificates.length === 0) return
  const known = path.join('/', bundle)
  const hasBundle = await access(known).then(
    () => true,
    () => false,
  )
  const present = hasBundle ? await readFile(known, 'utf8') : ''
  await makeDirectories(path.dirname(bundle))
  await writeFile(path.join(layer, bundle), [present, ...certificates, ''].join('\n'), { mode: 0o644 })
  await makeDirectories(additions)
  for (const [index, certificate] of certificates.entries()) {
    await writeFile(path.join(layer, additions, `caisson-${index}.crt`), certificate, { mode: 0o644 })
  }
}
