/**
 * The fields that platforms with plain /v1 may know, by call. This list does not grow: a field added later names the
 * extension that brought it (`needs`), so that no user of such a platform is asked for a value that the platform cannot
 * store.
 */
export const plainFields: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries({
    godbDevicetype: `name product_type other_params explained`,
    godbNodemap: `devicetype_id node_id alias nodeaddr key_msg project_id explained`,
    godbDistrict: `name superid project_id pin_code build_state positional`,
    godbDevice: `name project_id district_id devicetype_id issingle gateway_id protocol_type sn deviceaddr addrcompile acquisition_cycle save_cycle over_time iccid_firm iccid sn_key sn_value positional sort_num explained control_state en_shadow shadow_script statistical_buffer json_data deviceisonline`,
    godbDeviceAi: `device_id nodemap_id device_node_type device_ai_type amend_type other_device_id other_nodemap_id base_num_0 base_num_1 base_num_2 base_num_3 base_num_4 base_num_5 base_num_6 base_num_7 base_num_8 base_num_9 base_num_10 base_num_11 base_num_12 base_num_13 base_num_14 base_num_15 base_num_16 base_num_17 base_num_18 base_num_19 base_num_20 base_num_21 base_num_22 base_num_23 rand_num_0 rand_num_1 rand_num_2 rand_num_3 rand_num_4 rand_num_5 rand_num_6 rand_num_7 rand_num_8 rand_num_9 rand_num_10 rand_num_11 rand_num_12 rand_num_13 rand_num_14 rand_num_15 rand_num_16 rand_num_17 rand_num_18 rand_num_19 rand_num_20 rand_num_21 rand_num_22 rand_num_23 project_id`,
    godbGateway: `name regcode protocol_type iccid iccid_firm project_id issingle explained getewayisonline`,
    godbNode: `name datatype registertype unitname unitfactor min_value max_value node_script imginfo superid explained`,
    godbVideoshow: `video_name project_id district_id video_type video_url explained`,
    godbThreshold: `name project_id district_id device_list nodemap_id com_oper params_x params_y hold_time alarm_interval alert_level enable alarm_msg alarm_phone alarm_phone_mb alarm_phone_qm alarm_email alarm_wechat alarm_wechat_mb enable_back back_msg enable_ganged ganged_device_id ganged_nodemap_id ganged_value alarmtemplate_id gangedtemplate_id`,
    godbAlarminfo: `alarm_name alarm_phone alarm_email alarm_wechat alarm_type project_id district_id`,
    godbNorthInterface: `name project_id url run_interval protocol dev_list is_stop is_enable explained`,
    godbNorthDataInfo: `north_data_info_name project_id`,
    godbNorthDataList: `info_id super_id key_type key_name_type key_name_value key_value_type key_value_value project_id`,
    godbDatashow: `name project_id district_id resolution imginfo istop jsondata explained`,
    godbSystemuser: `username nickname password project_id super_id emailurl phonenum typemap menu_control distr_map user_token changepassword explained`,
    godbProject: `name pin_code contact config ico remain_sms acquisition_cycle save_cycle vip_type vip_over_time vip_info table_prefix explained`,
    godbPermission: `name requesturl requesttype typeid explained`,
    godbPermissiontype: `name explained`,
  }).map(([api, names]) => [api, names.split(/\s+/)]),
)
