/** Sandboxes with the head of a repository in them, cloned and set up: only the first build of all is waited for. */
import { createRepoTemplate, E2BSandbox, refreshRepoTemplate, type RepoTemplateOptions } from '@caisson/e2b'
import { atE2B } from './at-vendor.ts'

await using _ = await atE2B()

const { REPOSITORY_URL = 'https://github.com/octocat/Hello-World.git', REPOSITORY_TOKEN } = process.env

const options: RepoTemplateOptions = {
  getRepositoryAccess: async () => ({
    cloneUrl: REPOSITORY_URL,
    // Reaches git on this computer, and never the template.
    ...(REPOSITORY_TOKEN === undefined ? {} : { authorization: { scheme: 'bearer', token: REPOSITORY_TOKEN } }),
  }),
  baseTemplate: 'base',
  setupCommand: ['ls > .git/files-at-setup'], // such as `npm ci`
}

// For a timer, or for when something was merged: the next session then starts with it.
for (const _time of ['now', 'an hour later']) {
  const { ref, action, sha } = await refreshRepoTemplate(options)
  console.log(`${ref} was ${action} at ${sha ?? 'an unknown commit'}`)
}

await using sandbox = new E2BSandbox({ template: createRepoTemplate(options) })
const { stdout } = await sandbox.executeCommand('cd */ && git log -1 --format=%s && cat .git/files-at-setup')
console.log(stdout.trim())
