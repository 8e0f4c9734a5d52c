import { afterAll, vi } from 'vitest'

// Files of a worker share its process and the packages that were read into it; a process and its packages of their own took most files longer than their tests.
// The console's own modules are read anew for each of them (so this file must not import one), mocks are of the file that made them (the registry of
// vitest), and what a file did to globals and clocks is undone. Hooks of this kind run from the last to the first, after all of the file's own.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})
// What is still being read must have come before what it came for is gone.
afterAll(() => vi.dynamicImportSettled())
