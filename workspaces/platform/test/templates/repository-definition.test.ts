import { expect, it } from 'vitest'
import { createRepoTemplate, type RepoTemplateOptions } from '../../src/templates/index.js'

const sha = '0123456789abcdef0123456789abcdef01234567'
const dollar = '$'

/** Platforms keep what they have built by definition: one that is written another way is built again for everybody. */
async function definitionOf(options: Omit<RepoTemplateOptions, 'fetch'>): Promise<string> {
  const template = await createRepoTemplate({ ...options, fetch: async () => new Response(sha) })?.()
  return JSON.stringify(template)
}

it('the definition of a repository stays the same to the byte', async () => {
  const open = { getRepositoryAccess: async () => ({ cloneUrl: 'https://github.com/owner/open' }) }
  expect(await definitionOf(open)).toBe(
    String.raw`{"schemaVersion":1,"operations":[{"method":"runCmd","args":["mkdir -p -- /workspace 2>/dev/null || { sudo -n mkdir -p -- /workspace && sudo -n chown \"$(id -u):$(id -g)\" /workspace; }"]},{"method":"setWorkdir","args":["/workspace"]},{"method":"runCmd","args":["export GIT_TERMINAL_PROMPT=0; git clone --depth 1 --single-branch -- https://github.com/owner/open /workspace/open"]},{"method":"runCmd","args":["export GIT_TERMINAL_PROMPT=0; git -C /workspace/open fetch --depth 1 origin 0123456789abcdef0123456789abcdef01234567"]},{"method":"runCmd","args":["git -C /workspace/open checkout --detach 0123456789abcdef0123456789abcdef01234567"]},{"method":"setWorkdir","args":["/workspace/open"]},{"method":"runCmd","args":["mkdir -p .mastra-sandbox && printf '%s\\n' sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 > .mastra-sandbox/setup && printf '%s\\n' /.mastra-sandbox/ >> .git/info/exclude"]},{"method":"setWorkdir","args":["/workspace"]}],"family":"repo:https://github.com/owner/open:/workspace/open"}`,
  )
})

it('the definition of a private repository, set up, stays the same to the byte', async () => {
  const definition = await definitionOf({
    getRepositoryAccess: async () => ({
      cloneUrl: 'https://github.com/owner/private.git',
      authorization: { scheme: 'bearer', token: 'ghs_0123456789abcdef' },
    }),
    setupCommand: ['npm ci', ' ', "echo 'it'\\''s done'"],
    buildEnv: { NPM_TOKEN: 'npm-secret' },
    cpuCount: 4,
    memoryMB: 2048,
    workingDirectory: '/srv/code/',
  })
  expect(definition).toBe(
    String.raw`{"schemaVersion":1,"operations":[{"method":"cpuCount","args":[4]},{"method":"memoryMB","args":[2048]},{"method":"runCmd","args":["mkdir -p -- /srv/code 2>/dev/null || { sudo -n mkdir -p -- /srv/code && sudo -n chown \"$(id -u):$(id -g)\" /srv/code; }"]},{"method":"setWorkdir","args":["/srv/code"]},{"method":"runCmd","args":["export GIT_TERMINAL_PROMPT=0; n=${dollar}{GIT_CONFIG_COUNT:-0} && export GIT_CONFIG_COUNT=$((n + 3)) \"GIT_CONFIG_KEY_$((n + 0))\"=credential.helper \"GIT_CONFIG_VALUE_$((n + 0))\"='' \"GIT_CONFIG_KEY_$((n + 1))\"=credential.https://github.com.helper \"GIT_CONFIG_VALUE_$((n + 1))\"='!f() { test \"$1\" = get && printf '\\''username=x-access-token\\npassword=%s\\n'\\'' \"$MASTRA_REPOSITORY_ACCESS_TOKEN\"; }; f' \"GIT_CONFIG_KEY_$((n + 2))\"=http.https://github.com.followRedirects \"GIT_CONFIG_VALUE_$((n + 2))\"=true && git clone --depth 1 --single-branch -- https://github.com/owner/private /srv/code/private"]},{"method":"runCmd","args":["export GIT_TERMINAL_PROMPT=0; n=${dollar}{GIT_CONFIG_COUNT:-0} && export GIT_CONFIG_COUNT=$((n + 3)) \"GIT_CONFIG_KEY_$((n + 0))\"=credential.helper \"GIT_CONFIG_VALUE_$((n + 0))\"='' \"GIT_CONFIG_KEY_$((n + 1))\"=credential.https://github.com.helper \"GIT_CONFIG_VALUE_$((n + 1))\"='!f() { test \"$1\" = get && printf '\\''username=x-access-token\\npassword=%s\\n'\\'' \"$MASTRA_REPOSITORY_ACCESS_TOKEN\"; }; f' \"GIT_CONFIG_KEY_$((n + 2))\"=http.https://github.com.followRedirects \"GIT_CONFIG_VALUE_$((n + 2))\"=true && git -C /srv/code/private fetch --depth 1 origin 0123456789abcdef0123456789abcdef01234567"]},{"method":"runCmd","args":["git -C /srv/code/private checkout --detach 0123456789abcdef0123456789abcdef01234567"]},{"method":"setWorkdir","args":["/srv/code/private"]},{"method":"runCmd","args":["npm ci"]},{"method":"runCmd","args":["echo 'it'\\''s done'"]},{"method":"runCmd","args":["mkdir -p .mastra-sandbox && printf '%s\\n' sha256:c6d653844ea4d150c066214e9334c2d2b41cb66c36aa3bcbf76d4f0d9d98c603 > .mastra-sandbox/setup && printf '%s\\n' /.mastra-sandbox/ >> .git/info/exclude"]},{"method":"setWorkdir","args":["/srv/code"]}],"family":"repo:https://github.com/owner/private:/srv/code/private"}`,
  )
})

it('the definition of a repository at the top of the disk stays the same to the byte', async () => {
  const top = {
    getRepositoryAccess: async () => ({ cloneUrl: 'https://github.com/owner/root' }),
    workingDirectory: '/',
  }
  expect(await definitionOf(top)).toBe(
    String.raw`{"schemaVersion":1,"operations":[{"method":"runCmd","args":["mkdir -p -- / 2>/dev/null || { sudo -n mkdir -p -- / && sudo -n chown \"$(id -u):$(id -g)\" /; }"]},{"method":"setWorkdir","args":["/"]},{"method":"runCmd","args":["export GIT_TERMINAL_PROMPT=0; git clone --depth 1 --single-branch -- https://github.com/owner/root /root"]},{"method":"runCmd","args":["export GIT_TERMINAL_PROMPT=0; git -C /root fetch --depth 1 origin 0123456789abcdef0123456789abcdef01234567"]},{"method":"runCmd","args":["git -C /root checkout --detach 0123456789abcdef0123456789abcdef01234567"]},{"method":"setWorkdir","args":["/root"]},{"method":"runCmd","args":["mkdir -p .mastra-sandbox && printf '%s\\n' sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 > .mastra-sandbox/setup && printf '%s\\n' /.mastra-sandbox/ >> .git/info/exclude"]},{"method":"setWorkdir","args":["/"]}],"family":"repo:https://github.com/owner/root:/root"}`,
  )
})
