// Starts worker.ts in the source tree (tests, development): Node 20 ignores `--import tsx` in a thread, so tsx is
// registered from inside. Registering it takes a second of processor time, so tests build their threads once
// (tests/support/setupApi.ts) and name the folder in BUILT_THREADS.
const { BUILT_THREADS } = process.env
if (BUILT_THREADS) await import(`${BUILT_THREADS}/sqlite.js`)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./worker.ts')
}
