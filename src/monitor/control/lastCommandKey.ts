/** Query key of a node's last command. */
export const lastCommandKey = (device: number, node: number) => ['live', 'lastCommand', device, node] as const
