import { describe, expect, it } from 'vitest'
import { valueWords } from '../../server/alarms/words.ts'

describe('what the value of an alarm is called', () => {
  const said = (registertype: number, node_script: string | null, value: number) =>
    (['zhCN', 'zhTW', 'zhEN'] as const).map((language) => valueWords({ registertype, node_script }, value, language))

  it('is on or off of a switch, in the language', () => {
    expect(said(1, null, 1)).toEqual(['开', '開', 'on'])
    expect(said(2, '', 0)).toEqual(['关', '關', 'off'])
  })

  it('is what the node’s script says, where that is words', () => {
    expect(said(2, "value > 0 ? '已移位' : '正常'", 1)).toEqual(['已移位', '已移位', '已移位'])
    expect(said(4, "value > 3 ? 'high' : 'low'", 2)).toEqual(['low', 'low', 'low'])
  })

  it('is a number otherwise, also where the script does not work', () => {
    expect([
      valueWords({ registertype: 4, node_script: null }, 1, 'zhCN'),
      valueWords({ registertype: 4, node_script: 'value * 2' }, 1, 'zhCN'),
      valueWords({ registertype: 4, node_script: '(((' }, 1, 'zhCN'),
    ]).toEqual([null, null, null])
  })
})
