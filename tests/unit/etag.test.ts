import { expect, it } from 'vitest'
import { isHeld } from '../../server/http/etag.ts'

it.each([
  ['W/"a"', undefined, false],
  ['W/"a"', '', false],
  ['W/"a"', 'W/"a"', true],
  // Weak comparison: a proxy may have added or removed the mark of a weak tag.
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"a"', '"b", W/"c" ,"a"', true],
  ['"a"', '"b,a", W/"ab"', false],
  ['"a,b"', '"x","a,b"', true],
  ['"a"', ' * ', true],
  ['"a"', '"*"', false],
  ['"a"', 'a', false],
])('isHeld for ETag %s and If-None-Match %s returns %s', (etag, asked, held) => {
  expect(isHeld({ headers: asked === undefined ? {} : { 'if-none-match': asked } }, etag)).toBe(held)
})
