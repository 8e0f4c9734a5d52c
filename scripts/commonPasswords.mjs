// Writes server/session/commonPasswords.ts from password lists (docs/decisions/0013-weak-passwords.md names them):
//   node scripts/commonPasswords.mjs list.txt more.txt
// Each list is a text with one password per line, the most common first; the first 10,000 lines of each are used.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const MAX_LINES = 10_000
const LINE = 400

const words = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean).slice(0, MAX_LINES))
const prefixes = [
  ...new Set(words.map((word) => createHash('md5').update(word, 'utf8').digest().readUInt32BE(0))),
].toSorted((a, b) => a - b)
const bytes = Buffer.alloc(prefixes.length * 4)
for (const [at, prefix] of prefixes.entries()) bytes.writeUInt32BE(prefix, at * 4)
const text = bytes.toString('base64')
const lines = Array.from(
  { length: Math.ceil(text.length / LINE) },
  (_, at) => `  '${text.slice(at * LINE, (at + 1) * LINE)}',`,
)
writeFileSync(
  new URL('../server/session/commonPasswords.ts', import.meta.url),
  `/** The first four bytes of the MD5s of ${prefixes.length} common passwords, ascending, as base64. Made by scripts/commonPasswords.mjs. */\nexport const commonPasswords = [\n${lines.join('\n')}\n].join('')\n`,
)
console.log(`${prefixes.length} prefixes of ${words.length} passwords`)
