/** The employee whose data is asked for, or is to go. */
export type DataSubject = { employee_key: string; technical_id: string; core_uuid: string }
