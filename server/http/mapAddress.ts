import type { Settings } from '../settings.ts'

/** Path at which the console finds the operator's PMTiles file, where it is a file of this machine. */
export const MAP_FILE_PATH = '/map/base.pmtiles'

/**
 * Returns the address of the PMTiles file for the console: as set or, for a file of this machine, the path under this
 * host; null where none is set.
 */
export const pmtilesAddress = ({ pmtiles }: Pick<Settings, 'pmtiles'>): string | null =>
  pmtiles === null || isAddress(pmtiles) ? pmtiles : MAP_FILE_PATH

/** Whether PMTILES is an http address rather than a file. */
export const isAddress = (pmtiles: string): boolean => /^https?:\/\//i.test(pmtiles)
