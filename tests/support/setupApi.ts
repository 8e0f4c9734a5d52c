import { pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { bundle } from './bundle.ts'
import { placeForChildren } from './children.ts'
import { makeTemplates } from './templates.ts'

/**
 * Runs once, before the first API test. Bundles the server's threads as plain JavaScript, since compiling a thread as
 * it starts takes longer than most tests, and makes databases to copy. The test processes find both through environment
 * variables; where those are missing, each test makes its own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const threads = await bundle({ sqlite: 'server/storage/sqlite/worker.ts', hj212: 'server/hj212/worker.ts' })
  process.env.BUILT_THREADS = pathToFileURL(threads.folder).href
  const [templates, children] = await Promise.all([makeTemplates(), placeForChildren()])
  const found = { ...templates.found, ...children.found }
  Object.assign(process.env, found)
  // A rerun in watch mode means that the code has changed: everything made from it before is stale.
  project.onTestsRerun(() => {
    for (const name of ['BUILT_THREADS', ...Object.keys(found)]) delete process.env[name]
  })
  return async () => {
    await Promise.all([threads.remove(), templates.remove(), children.remove()])
  }
}
