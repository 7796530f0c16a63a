{{- define "dossier.labels" -}}
app.kubernetes.io/name: dossier
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "dossier.name" -}}
{{ printf "%s-dossier" .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* One role of the service: a deployment of processes that share a database and their files. */}}
{{- define "dossier.deployment" -}}
{{- $root := .root -}}
{{- $values := .root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "dossier.name" $root }}-{{ .role }}
  labels:
    {{- include "dossier.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .role }}
spec:
  replicas: {{ .of.replicas }}
  selector:
    matchLabels:
      {{- include "dossier.labels" $root | nindent 6 }}
      app.kubernetes.io/component: {{ .role }}
  template:
    metadata:
      labels:
        {{- include "dossier.labels" $root | nindent 8 }}
        app.kubernetes.io/component: {{ .role }}
      annotations:
        # New settings need new processes.
        checksum/settings: {{ toJson (list $values.settings $values.setup $values.publicUrl) | sha256sum }}
    spec:
      automountServiceAccountToken: false
      {{- with $values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      terminationGracePeriodSeconds: 30
      containers:
        - name: dossier
          image: {{ printf "%s:%s" $values.image.repository (default $root.Chart.AppVersion $values.image.tag) | quote }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          env:
            - { name: ROLE, value: {{ .role }} }
            - { name: WORKER_PORT, value: '8080' }
            - { name: PUBLIC_URL, value: {{ $values.publicUrl | quote }} }
            {{- if $values.setup }}
            - { name: SETUP_FILE, value: /etc/dossier/setup.json }
            {{- end }}
            {{- range $name, $value := $values.settings }}
            - { name: {{ $name }}, value: {{ $value | quote }} }
            {{- end }}
          envFrom:
            - secretRef: { name: {{ $values.existingSecret | quote }} }
          ports:
            - { name: http, containerPort: 8080 }
          # The first start migrates the database, which may take minutes with much data.
          startupProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 5
            failureThreshold: 120
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
          livenessProbe:
            httpGet: { path: /health/live, port: http }
          resources:
            {{- toYaml .of.resources | nindent 12 }}
          volumeMounts:
            - { name: data, mountPath: /data }
            - { name: tmp, mountPath: /tmp }
            {{- if $values.setup }}
            - { name: setup, mountPath: /etc/dossier, readOnly: true }
            {{- end }}
      volumes:
        - name: data
          {{- if $values.persistence.enabled }}
          persistentVolumeClaim:
            claimName: {{ default (include "dossier.name" $root) $values.persistence.existingClaim }}
          {{- else }}
          emptyDir: {}
          {{- end }}
        - { name: tmp, emptyDir: {} }
        {{- if $values.setup }}
        - name: setup
          configMap: { name: {{ include "dossier.name" $root }} }
        {{- end }}
{{- end }}
