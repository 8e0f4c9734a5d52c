import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { upTo } from './tests/support/slowness.ts'

/**
 * Where no durations of an earlier run are kept, vitest begins with the largest file. Those begin first that are long though they are small, and beside the
 * browser test that seeds the demo city one that needs none: else a core waits for each. `alarmsAnyOrder` mostly waits itself, for leases, beside the others.
 */
const FIRST = ['e2e/everyPage', 'e2e/launch', 'e2e/everyForm', 'api/alarmsAnyOrder'].map((name) => `/${name}.test.ts`)
class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const first = FIRST.flatMap((name) => sorted.filter(({ moduleId }) => moduleId.endsWith(name)))
    return [...first, ...sorted.filter((file) => !first.includes(file))]
  }
}

/** How long a test looks for what comes by itself. */
const soon = { expect: { poll: { timeout: upTo(10_000) } } }

/** Files of a worker share its process: each reads the console's own modules anew, and packages not. */
const shared = { ...soon, isolate: false, setupFiles: ['tests/support/setupShared.ts'] }

/**
 * The tests, by room: unit (pure functions), contract (loops over the definitions), api (requests against a built app), ui (components in
 * happy-dom), e2e (the built server and a real browser, two files at a time, after all the others). Timeouts are those of a quick machine
 * times what `npm test` measured at its start.
 */
export default defineConfig({
  test: {
    // One more than there are cores, not one less as it is by itself: half of the time these tests wait for a database or a timer.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: Sequencer },
    projects: [
      { test: { ...shared, name: 'unit', include: ['tests/unit/**/*.test.ts'], testTimeout: upTo(30_000) } },
      { test: { ...shared, name: 'contract', include: ['tests/contract/**/*.test.ts'], testTimeout: upTo(30_000) } },
      {
        test: {
          ...shared,
          name: 'api',
          globalSetup: 'tests/support/setupApi.ts',
          include: ['tests/api/**/*.test.ts'],
          testTimeout: upTo(30_000),
          hookTimeout: upTo(60_000),
        },
      },
      {
        test: {
          ...soon,
          name: 'ui',
          include: ['tests/ui/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['tests/support/setupUi.ts'],
          // They wait for states; on a busy machine those take their time.
          testTimeout: upTo(60_000),
        },
      },
      {
        test: {
          ...shared,
          name: 'e2e',
          globalSetup: 'tests/support/city.ts',
          expect: { poll: { timeout: upTo(15_000) } },
          include: ['tests/e2e/**/*.test.ts'],
          // Half of their time they wait for a page: two at a time take two thirds of it.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: upTo(120_000),
          hookTimeout: upTo(120_000),
        },
      },
    ],
  },
})
