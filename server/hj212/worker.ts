import { parentPort, workerData } from 'node:worker_threads'
import { createGateway } from './gateway.ts'
import type { GatewayData, ToGateway } from './protocol/protocol.ts'

/**
 * The thread of the stations' connections. Frames are cut, checked, decrypted and answered here, so that they do not
 * load the event loop that serves HTTP calls.
 */
const port = parentPort
if (port) {
  const gateway = createGateway(workerData as GatewayData, (message) => {
    port.postMessage(message)
    if (message.kind === 'closed') port.close()
  })
  port.on('message', (message: ToGateway) => gateway.hear(message))
}
