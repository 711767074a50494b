import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { obtainNode } from './other-node.js'
import type { PackedInstall, PackedTarball } from './packed-install.js'
import { entryNames, installPacked, makeTarball } from './packed-install.js'
import { programOutput, programSource } from './programs.js'
import { runNode } from './run-node.js'

/** The oldest supported one, and the first one that strips types without a flag; the tests themselves run on a newer one. */
const versions = ['22.13.0', '22.18.0'] as const

describe.each(versions)('under Node %s [BR-191]', (version) => {
  let tarball: PackedTarball
  let user: PackedInstall

  beforeAll(() => {
    tarball = makeTarball()
    user = installPacked(tarball.file)
  })

  afterAll(() => {
    user.remove()
    tarball.remove()
  })

  it.for(entryNames)('%s works and prints no warning', (entry, { skip }) => {
    const obtained = obtainNode(version)
    if ('missing' in obtained) return skip(obtained.missing)
    const file = path.join(user.root, 'program.mjs')
    writeFileSync(file, programSource(entry))
    const expected = { exitCode: 0, stdout: programOutput(entry), stderr: '' }
    return expect(runNode(file, { node: obtained.node })).toEqual(expected)
  })
})
