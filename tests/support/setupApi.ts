import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundle.ts'
import { placeForChildren } from './children.ts'
import { makeTemplates } from './templates.ts'

/**
 * Once a run, before the first API test: the server's threads as plain JavaScript, since compiling one as it starts takes longer than most tests, and
 * databases to copy. The processes of the tests find both by the environment; where it names none, each test makes its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const threads = await bundle({ sqlite: 'server/storage/sqlite/worker.ts', hj212: 'server/hj212/worker.ts' })
  process.env.BUILT_THREADS = pathToFileURL(threads.folder).href
  const [templates, children] = await Promise.all([makeTemplates(), placeForChildren()])
  const found = { ...templates.found, ...children.found }
  Object.assign(process.env, found)
  // While vitest watches, the code has changed since: nothing made from it before is right.
  project.onTestsRerun(() => {
    for (const name of ['BUILT_THREADS', ...Object.keys(found)]) delete process.env[name]
  })
  return async () => {
    await Promise.all([threads.remove(), templates.remove(), children.remove()])
  }
}
