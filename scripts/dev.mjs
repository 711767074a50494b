#!/usr/bin/env node
/**
 * The one launcher behind `npm run …`. It needs Node 18 or newer and npm, nothing else: it installs the pinned pnpm, the pinned Node and all
 * dependencies when they are missing or stale, then runs the steps of a task from tasks.mjs.
 */
import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { quietSteps, tasks } from './tasks.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
const pnpm = manifest.packageManager.split('+')[0]
const minimumNode = manifest.engines.node.replace('>=', '')
const onWindows = process.platform === 'win32'

/** npm hands its own settings to scripts; pnpm would read them as its own. Only those about the network and the cache are kept. */
const dropped = /^npm_(config|package|lifecycle|command|execpath|node_execpath)/i
const kept =
  /^npm_config_(registry|cafile|ca|proxy|https_proxy|noproxy|cache|userconfig|prefer_offline|offline|fetch_.*)$/i

function makeEnvironment() {
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
  for (const name of Object.keys(env)) if (dropped.test(name) && !kept.test(name)) delete env[name]
  const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
  const folders = [...ourNodes().map((file) => path.dirname(file)), path.join(root, 'node_modules', '.bin')]
  env[pathName] = [...folders, env[pathName]].join(path.delimiter)
  return env
}

function ourNodes() {
  const names = [`node-${process.platform}-${process.arch}`]
  return names.map((name) => path.join(root, 'node_modules', name, 'bin', 'node')).filter((file) => existsSync(file))
}

function fail(message) {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

function isAtLeast(version, minimum) {
  const [a, b] = [version, minimum].map((text) => text.replace(/^v/, '').split('.').map(Number))
  for (const [index, part] of b.entries()) {
    const own = a[index] ?? 0
    if (own !== part) return own > part
  }
  return true
}

/** The Node that runs everything after the install. */
function chooseNode() {
  const [installed] = ourNodes()
  if (installed !== undefined) return installed
  if (isAtLeast(process.version, minimumNode)) return process.execPath
  return fail(
    `Caisson needs Node ${minimumNode} or newer; this is ${process.version}, and no Node was installed for ` +
      `${process.platform}-${process.arch} (that works on Linux with glibc only). Install a newer Node and run this again.`,
  )
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', env: makeEnvironment(), shell: onWindows, ...options })
}

/** All that decides what an install would produce. */
function fingerprint() {
  const files = ['package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml']
  for (const group of ['packages', 'workspaces', 'internal', 'examples']) {
    if (!existsSync(path.join(root, group))) continue
    for (const name of readdirSync(path.join(root, group)).sort()) files.push(path.join(group, name, 'package.json'))
  }
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of files) {
    const full = path.join(root, file)
    if (existsSync(full)) hash.update(`${file}\n`).update(readFileSync(full))
  }
  return hash.digest('hex')
}

const stamp = path.join(root, 'node_modules', '.caisson-install')

function isInstalled() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

const installFailures = [
  [
    /ERR_PNPM_(OUTDATED_LOCKFILE|FROZEN_LOCKFILE|LOCKFILE)/,
    'pnpm-lock.yaml does not match the package.json files. Run `npx -y ' + pnpm + ' install` and commit the lockfile.',
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network|dns error/i,
    'The package registry could not be reached. Check the network, the proxy and the registry setting of npm.',
  ],
  [
    /UNABLE_TO_|CERT_|certificate/i,
    "The registry's certificate was not accepted. If a proxy re-signs traffic, point NODE_EXTRA_CA_CERTS at its certificate.",
  ],
  [
    /E401|E403|ERR_PNPM_FETCH_40[13]/,
    'The package registry refused the request. Check the credentials in your npm settings.',
  ],
  [/ENOSPC/, 'The disk is full.'],
  [/EACCES|EPERM/, 'A folder cannot be written. Check the owner of this checkout and of your npm cache.'],
]

function install() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'caisson-install-'))
  const log = path.join(folder, 'install.log')
  const descriptor = openSync(log, 'w')
  const result = run('npx', ['-y', pnpm, 'install', '--frozen-lockfile'], {
    stdio: ['ignore', descriptor, descriptor],
    env: { ...makeEnvironment(), CI: 'true' },
  })
  closeSync(descriptor)
  const text = readFileSync(log, 'utf8')
  rmSync(folder, { recursive: true, force: true })
  if (result.error?.code === 'ENOENT')
    fail('npx was not found. It comes with npm; install Node together with npm and run this again.')
  if (result.status !== 0) {
    const hint = installFailures.find(([pattern]) => pattern.test(text))?.[1] ?? 'The log above says why.'
    fail(`${text.trimEnd()}\n\nInstalling the dependencies failed. ${hint}`)
  }
  mkdirSync(path.dirname(stamp), { recursive: true })
  writeFileSync(stamp, fingerprint())
}

function resolveCommand(command) {
  const [first, ...rest] = command
  if (first === '{node}') return [chooseNode(), rest]
  if (first === '{pnpm}') return ['npx', ['-y', pnpm, ...rest]]
  return [path.join(root, 'node_modules', '.bin', first), rest]
}

function runStep(step, extra) {
  const [command, args] = resolveCommand(step.command)
  const quiet = quietSteps.has(step)
  const env = { ...makeEnvironment(), ...step.env }
  const started = Date.now()
  const result = run(command, step.takesArguments ? [...args, ...extra] : args, {
    env,
    ...(quiet ? { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 } : {}),
  })
  if (result.error) fail(`${step.title} could not start: ${result.error.message}`)
  if (result.status === 0) return Date.now() - started
  if (quiet) process.stderr.write(`${result.stdout}${result.stderr}`)
  process.stderr.write(`\n${step.title}: failed (${result.signal ?? `exit code ${result.status}`}).\n`)
  process.exit(result.status ?? 1)
}

function main() {
  if (!isAtLeast(process.version, '18.0.0')) fail(`This launcher needs Node 18 or newer; this is ${process.version}.`)
  const [name = 'setup', ...extra] = process.argv.slice(2)
  const steps = tasks[name]
  if (steps === undefined) fail(`Unknown task \`${name}\`. Tasks: ${Object.keys(tasks).join(', ')}.`)
  const total = steps.length + 1
  const say = (number, text) => process.stdout.write(`[${number}/${total}] ${text}\n`)
  if (isInstalled() && name !== 'setup') say(1, 'dependencies are installed')
  else {
    say(1, 'installing dependencies… (the first time takes about half a minute)')
    install()
  }
  for (const [index, step] of steps.entries()) {
    say(index + 2, `${step.title}…`)
    runStep(step, extra)
  }
}

main()
