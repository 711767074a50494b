/** Numbers of the kernel's helpers. */
export const helpers = {
  loadBytes: 26,
  groupOfPacket: 79,
  findTcp: 84,
  findUdp: 85,
  release: 86,
  groupOfSocket: 128,
  ancestorOfSocket: 129,
} as const
