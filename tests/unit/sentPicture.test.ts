import { describe, expect, it } from 'vitest'
import { plainNews, type News } from '../../server/alarms/channels/news.ts'
import { dingtalk, feishu, wecom } from '../../server/alarms/channels/robots.ts'
import { webhookRequest } from '../../server/alarms/channels/webhook.ts'
import { newsOnOneLine } from '../../server/alarms/contactText.ts'

const picture = { label: '曲线图片', url: 'https://env.example.com/upload/1.png' }
const plain: News = {
  kind: 'tell',
  title: '王工 请您查看',
  lines: [
    ['设备', '站 1'],
    ['留言', '看曲线\n请回电'],
  ],
  text: '请处理',
  link: { label: '查看报警', url: 'https://env.example.com/a' },
  map: { label: '查看地图', url: 'https://map.example.com/b' },
  alarm: { kind: 'tell' },
}
const news: News = { ...plain, picture }
const target = { url: 'https://robot.example.com/send', secret: null }

describe('picture attached to a notification', () => {
  it('is an image for DingTalk and a link for WeCom and Feishu', () => {
    const text = (robot: typeof dingtalk, given: News) =>
      JSON.stringify(JSON.parse(robot.request(target, given, 0).body))
    expect(text(dingtalk, news)).toContain('\\n\\n![曲线图片](https://env.example.com/upload/1.png)')
    expect(text(wecom, news)).toContain(' · [曲线图片](https://env.example.com/upload/1.png)')
    expect(text(feishu, news)).toContain('{"tag":"a","text":"曲线图片","href":"https://env.example.com/upload/1.png"}')
    for (const robot of [dingtalk, wecom, feishu]) expect(text(robot, plain)).not.toContain('曲线图片')
  })

  it('is a URL for webhooks and in plain text', () => {
    const bodyOf = (given: News): unknown => JSON.parse(webhookRequest(given, { secret: null, now: 0, id: 1 }).body)
    expect(bodyOf(news)).toMatchObject({ picture: picture.url })
    expect(bodyOf(plain)).not.toHaveProperty('picture')
    expect(plainNews(news).split('\n')).toContain(`曲线图片: ${picture.url}`)
  })

  it('is omitted from a text message', () => {
    expect(newsOnOneLine(news, 'zhCN')).toBe(
      '王工 请您查看；设备 站 1；留言 看曲线 请回电；请处理 https://env.example.com/a',
    )
  })
})
