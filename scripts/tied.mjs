// Loaded before a program that `npm run dev` starts (node --import): ends the program when the process at the other end
// of its IPC channel ends.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// The channel alone must not keep a finished program running.
process.channel?.unref()
