import type { Assembler } from './assembler.js'
import { helpers } from './helpers.js'

/** Places on the stack: the header of the packet, that of what it carries, and who talks to whom. */
export const header = -64
const inner = -80
const addresses = -120

/** How a version of IP lays out its header. */
export interface AddressFamily {
  /** As a packet's description says it, in the order of the network. */
  readonly protocol: number
  readonly headerBytes: number
  readonly protocolOffset: number
  /** Both addresses, one behind the other. */
  readonly addressesOffset: number
  readonly addressesBytes: number
  /** Of the address it goes to, where it is a number of four bytes. */
  readonly targetOffset?: number
  /** Jumps to `drop` for headers with options: what is inside would not begin where it is looked for. */
  readonly requirePlain?: (code: Assembler) => void
  /** Jumps to `drop` for packets that leave the computer, or are not understood. */
  readonly requireLoopback: (code: Assembler) => void
}

const families: Readonly<Record<string, AddressFamily>> = {
  ip4: {
    protocol: 0x0008,
    headerBytes: 20,
    protocolOffset: 9,
    addressesOffset: 12,
    addressesBytes: 8,
    targetOffset: 16,
    requirePlain: (code) => {
      code.load(1, 1, 10, header)
      code.jumpUnlessEqual(1, 0x45, 'drop')
    },
    requireLoopback: (code) => {
      code.load(1, 1, 10, header + 16)
      code.jumpUnlessEqual(1, 127, 'drop')
    },
  },
  ip6: {
    protocol: 0xdd86,
    headerBytes: 40,
    protocolOffset: 6,
    addressesOffset: 8,
    addressesBytes: 32,
    requireLoopback: (code) => {
      for (const [offset, bytes, value] of [
        [24, 8, 0],
        [32, 4, 0],
        [36, 4, 0x01_00_00_00],
      ] as const) {
        code.load(bytes, 1, 10, header + offset)
        code.jumpUnlessEqual(1, value, 'drop')
      }
    },
  },
}

function loadPacket(code: Assembler, from: number, to: number, bytes: number): void {
  code.copy(1, 6)
  code.set(2, from)
  code.copy(3, 10)
  code.add(3, to)
  code.set(4, bytes)
  code.call(helpers.loadBytes)
  code.jumpUnlessEqual(0, 0, 'drop')
}

/** The socket that a packet is for, in the network that it is in. */
function findReceiver(code: Assembler, helper: number, { addressesBytes }: AddressFamily): void {
  code.load(4, 1, 10, inner)
  code.store(4, addresses + addressesBytes, 1)
  code.copy(1, 6)
  code.copy(2, 10)
  code.add(2, addresses)
  code.set(3, addressesBytes + 4)
  code.set(4, -1)
  code.set(5, 0)
  code.call(helper)
  code.jump('found')
}

/** What else is asked of a packet whose header is on the stack; it jumps to `drop`, `pass` or nowhere. */
export type Admission = (code: Assembler, family: AddressFamily) => void

function judge(code: Assembler, name: string, family: AddressFamily, admit: Admission): void {
  const { headerBytes, protocolOffset, addressesOffset, addressesBytes } = family
  code.label(name)
  loadPacket(code, 0, header, headerBytes)
  family.requirePlain?.(code)
  admit(code, family)
  for (let at = 0; at < addressesBytes; at += 4) {
    code.load(4, 1, 10, header + addressesOffset + at)
    code.store(4, addresses + at, 1)
  }
  code.load(1, 8, 10, header + protocolOffset)
  code.jumpIfEqual(8, 6, `${name} tcp`)
  code.jumpIfEqual(8, 17, `${name} udp`)
  code.jump('pass')
  code.label(`${name} tcp`)
  loadPacket(code, headerBytes, inner, 14)
  // Only who begins a connection is looked at: what answers others, as a server that is asked from outside does, may.
  code.load(1, 1, 10, inner + 13)
  code.and(1, 0x12)
  code.jumpUnlessEqual(1, 0x02, 'pass')
  findReceiver(code, helpers.findTcp, family)
  code.label(`${name} udp`)
  loadPacket(code, headerBytes, inner, 4)
  findReceiver(code, helpers.findUdp, family)
}

/**
 * The part of a program that all have: register 6 has the packet; it goes on at `found` with the socket in register 0 that a packet would begin
 * to talk to, or nothing, or jumps to `pass` or `drop`, which end the program.
 */
export function findReceivers(code: Assembler, admit: Admission): void {
  // The protocol, in the description of the packet.
  code.load(4, 1, 6, 16)
  for (const [name, { protocol }] of Object.entries(families)) code.jumpIfEqual(1, protocol, name)
  code.jump('pass')
  for (const [name, family] of Object.entries(families)) judge(code, name, family, admit)
  code.label('pass')
  code.set(0, 1)
  code.exit()
  code.label('drop')
  code.set(0, 0)
  code.exit()
  code.label('found')
  code.jumpIfEqual(0, 0, 'pass')
}
