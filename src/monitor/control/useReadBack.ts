import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lastCommand, type CommandStory } from '../../../dataProvider/calls/control.ts'
import { useExtensions } from '../../kit/hooks/useExtensions.ts'
import { lastCommandKey } from './lastCommandKey.ts'

/** How often the platform is asked while the device may still answer, and after it failed to tell, ms. */
const POLL_INTERVAL_MS = 1000
const FAILED_INTERVAL_MS = 10_000
/** How long a device has where the platform does not say, and how much longer the platform may take to tell the end, ms. */
const USUAL_MS = 30_000
const GRACE_MS = 30_000
/** How long a value that was sent is shown without a report where the platform does not tell what became of it, ms. */
export const REPORT_TIMEOUT_MS = USUAL_MS + GRACE_MS

/** What the device does with a value that was sent. */
export interface ReadBack {
  /** The platform tells; else nothing is followed. */
  told: boolean
  /** Follows the value that was just taken by the platform. */
  follow: (value: number) => void
  /** Null: nothing was sent. */
  followed: {
    /** The device may still answer. */
    waiting: boolean
    /** Somebody else set another value meanwhile. */
    superseded: boolean
    /** Null until the platform told it, and where it cannot be asked. */
    command: CommandStory | null
    /** Nobody knows: it could not be asked, or told no end long after the device's time was over. */
    failed: boolean
  } | null
}

/** Waits for a device to report what was set, by the platform's own comparison (wire.md, `read-back`). */
export function useReadBack(device: number, node: number): ReadBack {
  const told = useExtensions()?.has('read-back') === true
  const [sent, setSent] = useState<{ value: number; times: number; at: number } | null>(null)
  const queries = useQueryClient()
  const { data, isError, dataUpdatedAt } = useQuery({
    // With what was sent: an answer about the value before is none.
    queryKey: ['live', 'readBack', device, node, sent?.times],
    queryFn: async ({ signal }) => {
      const answer = { command: await lastCommand(device, node, signal) }
      // What is said of the last change is of this one now.
      if (isOver(answer.command, sent?.value))
        void queries.invalidateQueries({ queryKey: lastCommandKey(device, node) })
      return answer
    },
    enabled: told && sent !== null,
    refetchInterval: ({ state }) => {
      const { data: answer, dataUpdatedAt: at, status } = state
      if (answer && (isOver(answer.command, sent?.value) || isLate(answer.command, at, sent?.at))) return false
      return status === 'error' ? FAILED_INTERVAL_MS : POLL_INTERVAL_MS
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  const command = data?.command ?? null
  const late = data !== undefined && isLate(command, dataUpdatedAt, sent?.at)
  return {
    told,
    follow: (value) => setSent((before) => ({ value, times: (before?.times ?? 0) + 1, at: Date.now() })),
    followed:
      sent === null || !told
        ? null
        : {
            waiting: !isError && !late && !(data && isOver(command, sent.value)),
            superseded: command !== null && command.to !== sent.value,
            command,
            failed: isError || late || (data !== undefined && command === null),
          },
  }
}

/** Whether a command is without an end long after it should have one; `at` and `sentAt` by this computer's clock, epoch ms. */
const isLate = (command: CommandStory | null, at: number, sentAt = at): boolean =>
  command !== null && command.result === null && at - sentAt > (command.within ?? USUAL_MS) + GRACE_MS

/** Whether there is nothing more to wait for. */
const isOver = (command: CommandStory | null, value: number | undefined): boolean =>
  command === null || command.result !== null || command.to !== value
