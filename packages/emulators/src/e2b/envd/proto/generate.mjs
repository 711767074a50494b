// Writes ../protocol/*.ts from the .proto files here. Run after a change: node packages/emulators/src/e2b/envd/proto/generate.mjs
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'

const here = import.meta.dirname
const target = path.join(here, '../protocol')
const require = createRequire(import.meta.url)
const plugin = path.join(path.dirname(require.resolve('@bufbuild/protoc-gen-es/package.json')), 'bin/protoc-gen-es')
const buf = path.join(path.dirname(require.resolve('@bufbuild/buf/package.json')), 'bin/buf')
const oxfmt = path.join(here, '../../../../../../node_modules/.bin/oxfmt')

/** Names of files here are kebab-case; the comments only repeat the .proto. */
function adapt(text) {
  const code = text
    .replaceAll(/^[ \t]*\/\*\*\n(?:[ \t]*\*.*\n)*?[ \t]*\*\/\n/gm, '')
    .replace('/* eslint-disable */\n', '')
    .replaceAll(/(from "\.\/)([a-z_]+)_pb\.js"/g, (_, start, name) => `${start}${name.replaceAll('_', '-')}.js"`)
  return code.replaceAll(/\n{2,}(?=  )/g, '\n')
}

const scratch = mkdtempSync(path.join(tmpdir(), 'envd-proto-'))
try {
  const template = {
    version: 'v2',
    plugins: [{ local: ['node', plugin], out: scratch, opt: ['target=ts', 'import_extension=js'] }],
  }
  execFileSync(process.execPath, [buf, 'generate', here, '--template', JSON.stringify(template)], { stdio: 'inherit' })
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(scratch)) {
    const name = file.replace('_pb.ts', '.ts').replaceAll('_', '-')
    writeFileSync(path.join(target, name), adapt(readFileSync(path.join(scratch, file), 'utf8')))
  }
  execFileSync(oxfmt, [target], { stdio: 'inherit' })
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
