import { defineResource, f } from './kit/define.ts'

/** Video: a camera's stream or a picture of an area. Spec 2 §2, §5. */
export const video = defineResource({
  path: 'manage/video',
  api: 'godbVideoshow',
  table: 'videoshow',
  menuKey: '3-6',
  label: ['视频管理', '影像管理', 'Videos'],
  noun: ['视频', '影像', 'Video'],
  screen: true,
  access: { create: '3-6-2', edit: '3-6-3', delete: '3-6-4' },
  scope: { project: 'project_id', district: 'district_id' },
  title: 'video_name',
  fields: {
    video_name: f.text(['视频名称', '影像名稱', 'Name'], { required: true, rules: ['special'], max: 60, search: true }),
    project_id: f.ref(['所属项目', '所屬專案', 'Project'], {
      to: 'permissionCenter/project',
      required: true,
      superOnly: true,
    }),
    district_id: f.ref(['所属区域', '所屬區域', 'Area'], { to: 'manage/area', required: true }),
    video_type: f.choice(['类型', '類型', 'Type'], {
      required: true,
      default: 0,
      cards: true,
      options: [
        {
          value: 0,
          label: ['视频地址', '影像網址', 'Video address'],
          help: ['摄像头的直播流或视频文件', '攝影機的直播串流或影片檔', 'Live stream of a camera, or a video file'],
          icon: 'stream',
        },
        {
          value: 1,
          label: ['上传图片', '上傳圖片', 'Uploaded picture'],
          help: ['png、jpg 或 gif，不超过 5 MB', 'png、jpg 或 gif，不超過 5 MB', 'png, jpg or gif, at most 5 MB'],
          icon: 'picture',
        },
      ],
    }),
    video_url: f.text(['来源', '來源', 'Source'], {
      required: true,
      max: 500,
      rules: ['media'],
      input: 'videoSource',
      column: 'videoSource',
    }),
    // Used to find the camera nearest to an alarm.
    positional: f.point(['安装位置', '安裝位置', 'Location'], { extension: 'camera-places' }),
    // Whether a picture is taken when an alarm fires, and kept with the alarm.
    still: f.flag(['报警抓图', '警報擷圖', 'Picture when an alarm fires'], {
      default: 0,
      help: [
        '附近设备触发报警时，从抓图地址取一张画面，随报警保存',
        '附近裝置觸發警報時，從擷圖網址取一張畫面，隨警報留存',
        'When an alarm fires near it, a picture is taken from the snapshot address and kept with the alarm',
      ],
      extension: 'camera-stills',
    }),
    still_url: f.text(['抓图地址', '擷圖網址', 'Snapshot address'], {
      required: true,
      // The address may contain the camera's name and password.
      secret: true,
      rules: ['url'],
      max: 500,
      when: { field: 'still', in: [1] },
      help: [
        '摄像头或录像机返回单张 jpg、png 图片的地址；保存后不再显示，留空则不变',
        '攝影機或錄影主機回傳單張 jpg、png 圖片的網址；儲存後不再顯示，留空則不變',
        'Where camera or recorder answers a single jpg or png; not shown once saved, leave it empty to keep it',
      ],
      extension: 'camera-stills',
    }),
    explained: f.longText(['备注', '備註', 'Remarks'], { wrapped: true, max: 500 }),
  },
  list: ['video_name', 'video_url', 'video_type', ['district_id', 'project_id'], 'explained'],
  form: [
    {
      fields: [
        'video_name',
        'project_id',
        'district_id',
        'video_type',
        'video_url',
        'positional',
        'still',
        'still_url',
        'explained',
      ],
    },
  ],
  formWidth: 600,
  filters: ['project'],
})
