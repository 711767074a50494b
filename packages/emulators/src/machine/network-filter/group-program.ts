import type { NetworkPlace } from '../cgroup/process-control.js'
import { Assembler } from './assembler.js'
import { type AddressFamily, findReceivers, header } from './find-receivers.js'
import { helpers } from './helpers.js'
import { addressRange } from './machine-address.js'

/** Where the packet goes to, as a number; on the stack. */
const target = -128
/** Control groups that lie deeper than this below the root are not found. */
const deepestHost = 16
/** The number of the loopback interface, and where a packet's description has its own. */
const loopback = { number: 1, offset: 40 } as const

function noteTarget(code: Assembler, { targetOffset }: AddressFamily): void {
  if (targetOffset === undefined) code.set(1, 0)
  else {
    code.load(4, 1, 10, header + targetOffset)
    code.toNetworkOrder(1)
  }
  code.store(4, target, 1)
}

/** Goes on at `machine` with the receiver's group below the host in register 9, or at `other` where it is no machine of the host. */
function findPlace(code: Assembler, host: bigint): void {
  code.setLong(7, host)
  const ancestor = (level: number): void => {
    code.copy(1, 8)
    code.set(2, level)
    code.call(helpers.ancestorOfSocket)
  }
  // How deep the host's group lies cannot be known where the root is not to be seen, as in a container.
  for (let level = 0; level < deepestHost; level += 1) {
    ancestor(level)
    code.jumpIfSame(0, 7, `below ${level}`)
  }
  code.jump('other')
  for (let level = 0; level < deepestHost; level += 1) {
    code.label(`below ${level}`)
    ancestor(level + 1)
    code.copy(9, 0)
    code.jump('machine')
  }
}

/**
 * What the kernel asks about each packet that a process of a machine sends: on the loopback interface, which all share, no connection is begun to
 * a machine of another group, and none to the address of a machine by which another one would be found.
 */
export function makeGroupProgram({ host, group }: NetworkPlace): Buffer {
  const code = new Assembler()
  code.copy(6, 1)
  // Packets for any address of this computer go over this interface. Others leave it.
  code.load(4, 1, 6, loopback.offset)
  code.jumpUnlessEqual(1, loopback.number, 'pass')
  findReceivers(code, noteTarget)
  code.copy(8, 0)
  findPlace(code, host)
  code.label('machine')
  code.setLong(7, group)
  code.jumpUnlessSame(9, 7, 'refuse')
  code.label('other')
  code.load(4, 9, 10, target)
  code.copy(1, 9)
  code.and(1, addressRange.mask)
  code.jumpUnlessEqual(1, addressRange.base, 'accept')
  code.copy(1, 8)
  code.call(helpers.groupOfSocket)
  code.and(0, ~addressRange.mask)
  code.and(9, ~addressRange.mask)
  code.jumpUnlessSame(0, 9, 'refuse')
  for (const [name, answer] of [
    ['accept', 1],
    ['refuse', 0],
  ] as const) {
    code.label(name)
    code.copy(1, 8)
    code.call(helpers.release)
    code.set(0, answer)
    code.exit()
  }
  return code.assemble()
}
