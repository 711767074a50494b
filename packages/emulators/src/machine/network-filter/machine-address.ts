/** 127.64.0.0/10, as numbers: `mask` has those bits that all addresses share. */
export const addressRange: { readonly base: number; readonly mask: number } = { base: 0x7f_40_00_00, mask: ~0x3f_ff_ff }

/** The address of a machine on the loopback interface: it says which control group the machine is, so that a filter can compare. */
export function machineAddress(controlGroup: bigint): string {
  const number = addressRange.base + Number(controlGroup & BigInt(~addressRange.mask))
  return [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff).join('.')
}
