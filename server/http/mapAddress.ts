import type { Settings } from '../settings.ts'

/** Where the console finds the operator's PMTiles file, where that is one of this machine. */
export const MAP_FILE_PATH = '/map/base.pmtiles'

/** The address of the PMTiles file for the console: as set, or under this host where it is a file of this machine; null without one. */
export const pmtilesAddress = ({ pmtiles }: Pick<Settings, 'pmtiles'>): string | null =>
  pmtiles === null || isAddress(pmtiles) ? pmtiles : MAP_FILE_PATH

/** Whether PMTILES names an http address, and no file. */
export const isAddress = (pmtiles: string): boolean => /^https?:\/\//i.test(pmtiles)
