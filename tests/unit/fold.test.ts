import { describe, expect, it } from 'vitest'
import { foldText, containsFolded, variantsOf } from '../../resources/kit/fold.ts'
import { likeOf, matchOf, patternOf, plainText } from '../../server/storage/textPattern.ts'

describe('search text folding', () => {
  it.each([
    ['ÄÖ', 'äö'],
    ['Ａｂ１　％', 'ab1 %'],
    ['СТАН', 'стан'],
    ['ΣΑ', 'σα'],
    ['ｶﾅ', 'カナ'],
    ['泵站 Straße İ', '泵站 straße İ'],
    ['￥', '¥'],
    ['𐐀', '𐐨'],
  ])('ignores case and width of %s', (text, expected) => {
    expect(foldText(text)).toBe(expected)
  })
  it('keeps the number of characters and matches text across case and width', () => {
    for (const text of ['ﾎﾟﾝﾌﾟ', 'İı', '￣', '𐐀', 'ﬁ㎡']) expect([...foldText(text)]).toHaveLength([...text].length)
    expect([containsFolded('Ｐｕｍｐ 7', foldText('PUMP')), containsFolded('Pump', foldText('ＰＵＭＰＳ'))]).toEqual([
      true,
      false,
    ])
  })
  it('lists every character that folds to the same one', () => {
    expect(variantsOf('a')).toEqual(['a', 'A', 'Ａ', 'ａ'])
    expect(variantsOf('ä')).toEqual(['ä', 'Ä'])
    expect(variantsOf('泵')).toEqual(['泵'])
  })
  it('builds matching patterns for SQLite, PostgreSQL and full-text search', () => {
    expect(patternOf('sqlite', 'Ä泵')).toBe('*[äÄ]泵*')
    expect(patternOf('postgres', 'Ä泵')).toBe('[äÄ]泵')
    expect(patternOf('sqlite', ']^-[')).toBe('*[]］][＾^][-－][[［]*')
    expect(patternOf('postgres', '.|')).toBe(String.raw`(?:\.|．)(?:\||｜)`)
    expect(likeOf('Ｐ9_泵Äカ')).toBe(String.raw`%p9\_泵%%%`)
    expect(plainText('name')).toMatch(/^lower\(translate\(name, '　！.*Ａａ.*', ' !.*aa.*'\)\)$/)
    expect(matchOf('桥西区')).toBe('"桥西区"')
    expect(matchOf('泵站"')).toBe('("泵站""" OR "泵站＂")')
  })
})
