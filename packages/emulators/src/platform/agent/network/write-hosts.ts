import { readFile, writeFile } from 'node:fs/promises'
import { isIPv4 } from 'node:net'
import { unless } from '../../../daemon/system-error.js'
import { AgentError } from '../http/agent-error.js'
import type { AgentExchange } from '../http/agent-route.js'
import { readJson } from '../http/read-json.js'
import { sendJson } from '../http/send-json.js'

const hostsFile = '/etc/hosts'
const [begin, end] = ['# private network\n', '# end of the private network\n']

function readHosts({ hosts }: Readonly<Record<string, unknown>>): [name: string, address: string][] {
  if (typeof hosts !== 'object' || hosts === null || Array.isArray(hosts)) {
    throw new AgentError(400, 'hosts must be an object')
  }
  return Object.entries(hosts).map(([name, address]): [string, string] => {
    if (/^[\w.-]{1,253}$/.test(name) && typeof address === 'string' && isIPv4(address)) return [name, address]
    throw new AgentError(400, `hosts: ${JSON.stringify(name)} is no name, or has no address`)
  })
}

/** The text without the lines that were written before. What the sandbox's user has added stays. */
function withoutOurs(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  return from < 0 || to < from ? text : text.slice(0, from) + text.slice(to + end.length)
}

/** Makes the sandboxes of its private network known by their names, instead of those before. Only in a machine with files of its own. */
export async function writeHosts({ request, response, state }: AgentExchange): Promise<void> {
  const hosts = readHosts(await readJson(request))
  // Only the machine's own `/etc/hosts` is looked into, and this computer's is not ours to change.
  const isPrivate = state.place.root === '/' && process.ppid === 1
  if (isPrivate) {
    const before = withoutOurs(await unless(['ENOENT'], '', () => readFile(hostsFile, 'utf8')))
    const lines = hosts.map(([name, address]) => `${address}\t${name}\n`).join('')
    await unless(['EROFS', 'EACCES', 'EPERM', 'EBUSY'], undefined, () =>
      writeFile(hostsFile, `${before}${lines === '' ? '' : `${begin}${lines}${end}`}`),
    )
  }
  sendJson(response, 200, { written: isPrivate })
}
