import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../../server/crud/secrets.ts'

describe('withoutSecrets', () => {
  it.each([
    ['rtsp://admin:p@ss:w0rd@10.0.0.9:554/live/1', 'rtsp://admin:******@10.0.0.9:554/live/1'],
    ['https://key12345@push.example/in', 'https://******@push.example/in'],
    ['https://push.example/in?token=abc&area=3', 'https://push.example/in?token=******&area=3'],
    [
      'https://push.example/in?AccessKey=x;Signature=y#access_token=z',
      'https://push.example/in?AccessKey=******;Signature=******#access_token=******',
    ],
    ['https://cam.example/1.m3u8?x=9f8e7d6c5b4a39281706', 'https://cam.example/1.m3u8?x=******'],
    ['https://hooks.example/services/T01/9f8e7d6c5b4a39281706f5e4', 'https://hooks.example/services/T01/******'],
    ['{"url":"https://a.example/?pwd=1","name":"Pond"}', '{"url":"https://a.example/?pwd=******","name":"Pond"}'],
  ])('masks the secrets in %s', (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown)
    expect(withoutSecrets(shown)).toBe(shown)
  })

  it.each([
    'https://cam.example:8443/live/stream-number-1.m3u8?area=3&page=2',
    '/upload/0123456789abcdef0123456789abcdef.png',
    'token=abc',
    '12:30 // note',
    '',
  ])('leaves text without secrets unchanged: %s', (text) => {
    expect(withoutSecrets(text)).toBe(text)
  })

  it('handles 100,000 characters and a long prefix before a secret', () => {
    const long = `://${'a'.repeat(100_000)}`
    expect(withoutSecrets(long)).toBe(long)
    const hidden = `${'a'.repeat(50)}https://key12345@push.example/in`
    expect(withoutSecrets(hidden)).toMatch(/^a+https:\/\/\*{6}@push\.example\/in$/)
  })
})
