import Fastify from 'fastify'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/**
 * The server's log: structured JSON on standard error, so that standard output stays for people. It is Fastify's own logger, made
 * before the server is, because the database opens first.
 */
export const createLogger = (level: Settings['logLevel']): Log =>
  Fastify({ logger: { level, stream: process.stderr } }).log
