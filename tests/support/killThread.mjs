import { Worker } from 'node:worker_threads'

/**
 * Loaded into a server before it starts: on SIGUSR2 the database's threads end, as they would by a fault of the machine: of a message that none
 * understands, since terminate() would end them inside the database's own code.
 */
const workers = new Set()
const { postMessage } = Worker.prototype
Worker.prototype.postMessage = function (...args) {
  // Other threads are workers too: a question to the database has a kind.
  if (args[0]?.kind !== undefined) workers.add(this)
  return postMessage.apply(this, args)
}
process.on('SIGUSR2', () => {
  for (const worker of workers) postMessage.call(worker, null)
})
