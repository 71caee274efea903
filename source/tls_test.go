package source_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/source"
)

// authority vouches for servers.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	key := newKey(t)
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	return authority{signed(t, about, about, key, key), key}
}

func newKey(t *testing.T) *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func signed(t *testing.T, about, by *x509.Certificate, key, with *ecdsa.PrivateKey) *x509.Certificate {
	der, err := x509.CreateCertificate(rand.Reader, about, by, &key.PublicKey, with)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return certificate
}

// server is one that the authority vouches for, as change alters that. It counts requests.
func (a authority) server(t *testing.T, change func(*x509.Certificate)) (address string, requests *int) {
	about := &x509.Certificate{SerialNumber: big.NewInt(2), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	change(about)
	key := newKey(t)
	requests = new(int)
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*requests++
		http.NotFound(w, r)
	}))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{
		Certificate: [][]byte{signed(t, about, a.certificate, key, a.key).Raw},
		PrivateKey:  key,
	}}}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL, requests
}

// Each fault is refused before anything is asked, and not tried again.
func TestServersThatNobodyVouchesForAreRefused(t *testing.T) {
	known, unknown := newAuthority(t), newAuthority(t)
	file := filepath.Join(t.TempDir(), "authorities.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: known.certificate.Raw})
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", file)
	t.Setenv("SSL_CERT_DIR", t.TempDir())
	as := func(*x509.Certificate) {}
	for name, c := range map[string]struct {
		by     authority
		change func(*x509.Certificate)
		want   string
	}{
		"sound":      {known, as, "404"},
		"expired":    {known, func(c *x509.Certificate) { c.NotAfter = time.Now().Add(-time.Minute) }, "expired"},
		"wrong host": {known, func(c *x509.Certificate) { c.IPAddresses, c.DNSNames = nil, []string{"other.example"} }, "127.0.0.1"},
		"unknown":    {unknown, as, "unknown authority"},
	} {
		address, requests := c.by.server(t, c.change)
		options := source.Options{Hub: &source.Hub{Options: hub.Options{
			Endpoint: address, Cache: t.TempDir(),
			Wait: func(context.Context, time.Duration) error { t.Errorf("%s: tried again", name); return nil },
		}}}
		for _, from := range []string{"json:" + address, "hf://lab/results"} {
			*requests = 0
			s, err := source.Parse(from)
			if err != nil {
				t.Fatal(err)
			}
			_, err = options.Read(context.Background(), s)
			if sound := name == "sound"; err == nil || (*requests > 0) != sound || strings.Contains(err.Error(), "SSL_CERT_FILE") == sound ||
				!sound && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %d requests, %v", name, from, *requests, err)
			}
		}
	}
}
