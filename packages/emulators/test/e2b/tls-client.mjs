import { Sandbox, Template } from 'e2b'

// Started by a test with nothing but the variables of an emulator with a certificate of its own.
const port = Number(process.argv[2])
const sandbox = await Sandbox.create({ metadata: { by: 'tls' } })
try {
  await sandbox.files.write('index.html', 'served over https')
  const server = await sandbox.commands.run(`python3 -u -m http.server ${port} --bind 127.0.0.1`, {
    background: true,
    timeoutMs: 0,
  })
  let page
  for (let attempt = 0; attempt < 50 && page?.status !== 200; attempt += 1) {
    page = await fetch(`https://${sandbox.getHost(port)}/index.html`)
    if (page.status !== 200) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const download = await fetch(await sandbox.downloadUrl('index.html'))
  const result = {
    command: (await sandbox.commands.run('echo hello')).stdout,
    host: sandbox.getHost(port),
    page: await page.text(),
    download: await download.text(),
    exists: await Template.exists('base'),
    listed: (await Sandbox.list({ query: { metadata: { by: 'tls' } } }).nextItems()).length,
  }
  await server.kill()
  process.stdout.write(JSON.stringify(result))
} finally {
  await sandbox.kill()
}
