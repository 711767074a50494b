import { statSync } from 'node:fs'
import path from 'node:path'
import { MachineError } from './machine-error.js'
import type { MachineOptions } from './machine-types.js'

interface Rule {
  readonly option: string
  readonly expected: string
  holds(options: MachineOptions): boolean
}

const accountName = /^[a-z_][\w-]{0,31}$/

function isId(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value < 2 ** 31
}

function isLimit(value: number | undefined): boolean {
  return value === undefined || (Number.isInteger(value) && value > 0)
}

/** No NUL: it ends a text for the kernel. No `=` in names, for the same reason. */
function isEnvironment(env: MachineOptions['env'] = {}): boolean {
  return Object.entries(env).every(([name, value]) => /^[^=\0]+$/.test(name) && !value?.includes('\0'))
}

function isFile(file: string): boolean {
  return path.isAbsolute(file) && statSync(file, { throwIfNoEntry: false })?.isFile() === true
}

function isDirectory(directory: string): boolean {
  return path.isAbsolute(directory) && statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true
}

function isShared({ source, target }: { source: string; target: string }): boolean {
  const plain = path.posix.isAbsolute(target) && path.posix.normalize(target) === target && target !== '/'
  return (
    plain &&
    !target.includes('\0') &&
    path.isAbsolute(source) &&
    statSync(source, { throwIfNoEntry: false }) !== undefined
  )
}

const rules: readonly Rule[] = [
  { option: 'id', expected: 'letters, digits, - and _, at most 64', holds: ({ id }) => /^[\w-]{1,64}$/.test(id) },
  {
    option: 'user.name',
    expected: 'the name of an account, not root',
    holds: ({ user }) => accountName.test(user.name) && user.name !== 'root',
  },
  { option: 'user.uid, user.gid', expected: 'numbers above 0', holds: ({ user }) => isId(user.uid) && isId(user.gid) },
  { option: 'daemon.file', expected: 'the absolute path of a file', holds: ({ daemon }) => isFile(daemon.file) },
  {
    option: 'env',
    expected: 'names without =, no NUL',
    holds: ({ env, daemon }) => isEnvironment(env) && isEnvironment(daemon.env),
  },
  {
    option: 'layers',
    expected: 'absolute paths of directories',
    holds: ({ layers = [] }) => layers.every((layer) => isDirectory(layer)),
  },
  {
    option: 'hostname',
    expected: 'a host name of at most 64 characters',
    holds: ({ hostname = 'x' }) => /^[\w.-]{1,64}$/.test(hostname),
  },
  {
    option: 'memoryLimitBytes',
    expected: 'a whole number above 0',
    holds: ({ memoryLimitBytes }) => isLimit(memoryLimitBytes),
  },
  { option: 'pidsLimit', expected: 'a whole number above 0', holds: ({ pidsLimit }) => isLimit(pidsLimit) },
  {
    option: 'networkGroup',
    expected: 'a text that is not empty, and the network host',
    holds: ({ networkGroup, network = 'host' }) =>
      networkGroup === undefined || (networkGroup !== '' && network === 'host'),
  },
  {
    option: 'shared',
    expected: 'existing sources and plain absolute targets',
    holds: ({ shared = [] }) => shared.every((entry) => isShared(entry)),
  },
]

/** Throws INVALID_OPTION, naming the option, when a machine cannot be made from these. */
export function checkMachineOptions(options: MachineOptions): void {
  const broken = rules.find((rule) => !rule.holds(options))
  if (broken)
    throw new MachineError('INVALID_OPTION', `machine ${options.id}: ${broken.option}: expected ${broken.expected}`)
}
