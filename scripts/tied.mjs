// Loaded before a program that `npm run dev` starts (node --import): it ends when the one who holds the other end of its channel does.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Being listened to alone must not keep a program running that is done.
process.channel?.unref()
