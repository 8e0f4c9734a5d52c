import type { DeviceState } from '../../../dataProvider/normalise.ts'

/** Cards on one slide (spec 1 §2.6). */
export const CARDS_PER_SLIDE = 4
/** Values per card. A device with more of them takes several cards, so that every value is shown. */
export const MAX_VALUES = 9

/** A card: the values of a device from index `part` x MAX_VALUES on. */
export interface Card {
  device: number
  part: number
}

/** Returns the cards of some devices in order, devices in alarm first. */
export function cardsOf(devices: readonly DeviceState[]): Card[] {
  const [alarms, others]: [Card[], Card[]] = [[], []]
  // No intermediate lists: this runs for ten thousand devices, at each poll that changed one of them.
  for (const { id, nodes, thre_list } of devices) {
    const cards = thre_list.length > 0 ? alarms : others
    for (let part = 0; part === 0 || part * MAX_VALUES < nodes.length; part++) cards.push({ device: id, part })
  }
  return alarms.concat(others)
}

export const slideCount = (cards: number): number => Math.max(1, Math.ceil(cards / CARDS_PER_SLIDE))

export const cardsOfSlide = (cards: readonly Card[], slide: number): readonly Card[] =>
  cards.slice(slide * CARDS_PER_SLIDE, (slide + 1) * CARDS_PER_SLIDE)
