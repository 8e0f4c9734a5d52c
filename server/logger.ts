import Fastify from 'fastify'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/**
 * Creates the server's log: structured JSON on standard error, so that standard output is left to messages for people.
 * It is Fastify's own logger, created before the server because the database is opened first.
 */
export const createLogger = (level: Settings['logLevel']): Log =>
  Fastify({ logger: { level, stream: process.stderr } }).log
