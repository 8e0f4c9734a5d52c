// Starts worker.ts in the source tree (tests, development): Node 20 ignores `--import tsx` in a thread, so tsx is registered from inside.
import { register } from 'tsx/esm/api'

register()
await import('./worker.ts')
