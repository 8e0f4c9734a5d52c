import { Worker } from 'node:worker_threads'

/**
 * Loaded into a server before it starts. On SIGUSR2 it ends the database's threads as a fault of the machine would, by
 * sending them a message they cannot understand: terminate() would end them inside the database's native code.
 */
const workers = new Set()
const { postMessage } = Worker.prototype
Worker.prototype.postMessage = function (...args) {
  // Other threads are workers too; only messages to the database have a kind.
  if (args[0]?.kind !== undefined) workers.add(this)
  return postMessage.apply(this, args)
}
process.on('SIGUSR2', () => {
  for (const worker of workers) postMessage.call(worker, null)
})
