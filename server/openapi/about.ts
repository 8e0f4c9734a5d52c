import { version } from '../../package.json' with { type: 'json' }

/** Name and version as given to consoles and in the contract. */
export const ABOUT = { name: 'city-environment-platform', version } as const
