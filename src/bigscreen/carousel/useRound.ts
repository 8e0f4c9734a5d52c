import { useState } from 'react'
import type { DeviceState } from '../../../dataProvider/normalise.ts'
import { cardsOf, CARDS_PER_SLIDE, type Card } from './slides.ts'

/** The cards in the order of this round, and those of the slide that is leaving. */
export interface Round {
  cards: readonly Card[]
  leaving: readonly Card[]
}

/**
 * Returns the order of the cards while the carousel rotates. Cards that were shown or are visible keep their places, so
 * that no card changes while it is viewed; the following ones are sorted again at each step, so that a device that
 * comes into alarm appears on the next slide. Polls in between cost nothing, unless devices came or left. Each round
 * starts with a fresh order.
 */
export function useRound(devices: readonly DeviceState[], at: number): Round {
  const [round, setRound] = useState<Round & { devices: readonly DeviceState[]; at: number }>(() => {
    const cards = cardsOf(devices)
    return { devices, at, cards, leaving: cards }
  })
  const stepped = round.at !== at
  const changed = stepped ? round.devices !== devices : round.devices.length !== devices.length
  if (!stepped && !changed) return round
  const begins = at === 0
  const shown = begins && stepped ? [] : round.cards.slice(0, (stepped ? at : at + 1) * CARDS_PER_SLIDE)
  const next = {
    devices,
    at,
    cards: changed ? joined(shown, cardsOf(devices)) : round.cards,
    leaving: stepped ? round.cards : round.leaving,
  }
  setRound(next)
  return next
}

/** Returns the shown cards that still exist, followed by all others. */
export function joined(shown: readonly Card[], nextCards: readonly Card[]): readonly Card[] {
  const shownKeys = new Set(shown.map(keyOf))
  const still = new Set<number>()
  const others: Card[] = []
  for (const card of nextCards) {
    const key = keyOf(card)
    if (shownKeys.has(key)) still.add(key)
    else others.push(card)
  }
  return shown.filter((card) => still.has(keyOf(card))).concat(others)
}

/** Returns a numeric key of a card; no device has a thousand cards. */
const keyOf = ({ device, part }: Card): number => device * 1000 + part
