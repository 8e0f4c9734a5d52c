/** Where the last command of a node stands in the console's cache. */
export const lastCommandKey = (device: number, node: number) => ['live', 'lastCommand', device, node] as const
