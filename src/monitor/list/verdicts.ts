import { createContext } from 'react'
import type { StationVerdict } from '../../environment/verdict.ts'

/** The verdicts of the listed devices by id; empty on a platform that judges nothing, and before they are loaded. */
export const VerdictsContext = createContext<ReadonlyMap<number, StationVerdict>>(new Map())
