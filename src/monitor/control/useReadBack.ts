import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lastCommand, type CommandStory } from '../../../dataProvider/calls/control.ts'
import { useExtensions } from '../../kit/hooks/useExtensions.ts'
import { lastCommandKey } from './lastCommandKey.ts'

/** How often the platform is polled while the device may still answer, and after a failed request, ms. */
const POLL_INTERVAL_MS = 1000
const FAILED_INTERVAL_MS = 10_000
/**
 * Time a device has to answer if the platform does not report one, and how much longer the platform may take to report
 * the end, ms.
 */
const USUAL_MS = 30_000
const GRACE_MS = 30_000
/** How long a sent value is shown without a report, if the platform does not report outcomes, ms. */
export const REPORT_TIMEOUT_MS = USUAL_MS + GRACE_MS

/** Tracks what the device does with a value that was sent. */
export interface ReadBack {
  /** Whether the platform reports outcomes; otherwise nothing is tracked. */
  told: boolean
  /** Starts to track the value that the platform just accepted. */
  follow: (value: number) => void
  /** Null: nothing was sent. */
  followed: {
    /** The device may still answer. */
    waiting: boolean
    /** Another user set another value meanwhile. */
    superseded: boolean
    /** Null until the platform reported it, or if the request fails. */
    command: CommandStory | null
    /**
     * The outcome is unknown: the request failed, or the platform reported no end long after the device's time was
     * over.
     */
    failed: boolean
  } | null
}

/** Waits for a device to report what was set, by the platform's own comparison (wire.md, `read-back`). */
export function useReadBack(device: number, node: number): ReadBack {
  const told = useExtensions()?.has('read-back') === true
  const [sent, setSent] = useState<{ value: number; times: number; at: number } | null>(null)
  const queries = useQueryClient()
  const { data, isError, dataUpdatedAt } = useQuery({
    // The key includes the number of the sent value, so that an answer about the previous value is not used.
    queryKey: ['live', 'readBack', device, node, sent?.times],
    queryFn: async ({ signal }) => {
      const answer = { command: await lastCommand(device, node, signal) }
      // The last command shown for the node is this one from here on.
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

/**
 * Returns whether a command has no end long after it should have one; `at` and `sentAt` by this computer's clock, ms
 * since the epoch.
 */
const isLate = (command: CommandStory | null, at: number, sentAt = at): boolean =>
  command !== null && command.result === null && at - sentAt > (command.within ?? USUAL_MS) + GRACE_MS

/** Returns whether there is nothing more to wait for. */
const isOver = (command: CommandStory | null, value: number | undefined): boolean =>
  command === null || command.result !== null || command.to !== value
