import { afterAll, vi } from 'vitest'

// Files of a worker share its process and the packages loaded into it: starting a process and loading its packages took
// longer than the tests of most files. The console's own modules are loaded anew for each file (so this file must not
// import one), mocks belong to the file that made them (vitest's registry), and what a file did to globals and clocks
// is undone. afterAll hooks run from the last to the first, after all hooks of the file itself.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  vi.resetModules()
})
// A dynamic import that is still running must settle before the modules around it are reset.
afterAll(() => vi.dynamicImportSettled())
