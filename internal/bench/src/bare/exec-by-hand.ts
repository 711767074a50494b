/** What a socket for commands is opened with. */
export interface Lease {
  readonly wsEndpoint: string
  readonly subprotocol: string
  readonly jwt: string
}

const stdout = 1

/** Runs a command over a socket of its own, with nothing but the runtime's WebSocket. Resolves with the exit code. */
export async function execByHand(
  { wsEndpoint, subprotocol, jwt }: Lease,
  command: string,
  onText: (text: string) => void,
): Promise<number> {
  const socket = new WebSocket(wsEndpoint, [subprotocol, jwt])
  socket.binaryType = 'arraybuffer'
  const decoder = new TextDecoder()
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'init_exec', data: { command } })))
    socket.addEventListener('message', ({ data }) => {
      if (data instanceof ArrayBuffer) {
        const bytes = new Uint8Array(data)
        if (bytes[0] === stdout) onText(decoder.decode(bytes.subarray(1), { stream: true }))
        return
      }
      const frame = JSON.parse(String(data)) as { type: string; data: { exit_code?: number } }
      if (frame.type !== 'exit') return
      resolve(frame.data.exit_code ?? Number.NaN)
      socket.close()
    })
    socket.addEventListener('close', ({ code }) => reject(new Error(`The socket ended with ${code}`)))
  })
}
